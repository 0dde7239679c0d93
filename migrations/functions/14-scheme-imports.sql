-- The undo of an import of schemes.

-- Deletes the records that an import created and what was calculated from them. False, and nothing is deleted, where one of them was
-- changed since. A record that another record refers to raises foreign_key_violation.
create or replace function app.delete_scheme_import(p_import text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_import record;
begin
  select * into found_import from scheme_imports i where i.id = p_import and i.status = 'IMPORTED' and app.reaches(i.tenant_id, null, null);
  if not found then
    return false;
  end if;
  -- No other transaction submits or approves these schemes meanwhile.
  perform from schemes r where r.tenant_id = found_import.tenant_id and (r.id = any(found_import.scheme_ids)
      or r.id in (select t.scheme_id from trustees t where t.tenant_id = found_import.tenant_id and t.id = any(found_import.trustee_ids)))
    order by r.id for update;
  if exists (select from schemes r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.scheme_ids)
                 and (r.version <> 1 or r.status not in ('DRAFT', 'PENDING_APPROVAL')))
     or exists (select from employers r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.employer_ids) and r.version <> 1)
     or exists (select from trustees r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.trustee_ids) and r.version <> 1)
     -- Trustees that were added to a recorded draft, which was submitted since.
     or exists (select from trustees r join schemes s on s.id = r.scheme_id
                 where r.tenant_id = found_import.tenant_id and r.id = any(found_import.trustee_ids)
                   and s.id <> all(found_import.scheme_ids) and s.status <> 'DRAFT')
     or exists (select from trustee_trainings r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.training_ids) and r.version <> 1)
     or exists (select from members r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.member_ids) and r.version <> 1)
     or exists (select from scheme_participations r where r.tenant_id = found_import.tenant_id and r.scheme_id = any(found_import.scheme_ids) and r.version <> 1) then
    return false;
  end if;
  delete from compliance_snapshots r where r.tenant_id = found_import.tenant_id and r.scheme_id = any(found_import.scheme_ids);
  delete from rule_decisions r where r.tenant_id = found_import.tenant_id and r.scheme_id = any(found_import.scheme_ids);
  delete from obligations r where r.tenant_id = found_import.tenant_id and r.scheme_id = any(found_import.scheme_ids);
  delete from trustee_trainings r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.training_ids);
  delete from trustees r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.trustee_ids);
  delete from member_pay r where r.tenant_id = found_import.tenant_id and r.member_id = any(found_import.member_ids);
  delete from members r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.member_ids);
  delete from scheme_participations r where r.tenant_id = found_import.tenant_id and r.scheme_id = any(found_import.scheme_ids);
  delete from schemes r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.scheme_ids);
  delete from employers r where r.tenant_id = found_import.tenant_id and r.id = any(found_import.employer_ids);
  return true;
end $$;

revoke all on function app.delete_scheme_import(text) from public;
grant execute on function app.delete_scheme_import(text) to pcs_app;
