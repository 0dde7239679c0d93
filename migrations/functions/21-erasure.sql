-- Erasure of the personal data of a member.

-- Whether the cells of a row of an import report contain the works number or the name of a member.
create or replace function app.names_member(p_row jsonb, p_member members) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((p_row -> 'cells') ? p_member.works_number, false)
      or (strpos(lower(p_row ->> 'cells'), lower(p_member.last_name)) > 0
          and strpos(lower(p_row ->> 'cells'), lower(p_member.first_name)) > 0)
$$;

-- Deletes what the application has no right to delete: pay, emoluments, comments on obligations towards the member, and the secrets of the
-- member's account. Removes pay and notes from contribution lines, and the rows of import reports that name the member.
create or replace function app.erase_member(p_member text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  erased members;
  account text;
begin
  select * into strict erased from members m where m.id = p_member and app.reaches(m.tenant_id, null, null);
  delete from member_pay r where r.tenant_id = erased.tenant_id and r.member_id = erased.id;
  delete from member_emoluments r where r.tenant_id = erased.tenant_id and r.member_id = erased.id;
  update contribution_lines r set note = null, pensionable_pay_cents = null
    where r.tenant_id = erased.tenant_id and r.member_id = erased.id;
  update contribution_reports r
     set rows = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(r.rows) e where not app.names_member(e, erased))
   where r.tenant_id = erased.tenant_id and r.employer_id = erased.employer_id
     and exists (select from jsonb_array_elements(r.rows) e where app.names_member(e, erased));
  delete from comments r where r.tenant_id = erased.tenant_id and r.entity_type = 'obligation'
    and r.entity_id in (select o.id from obligations o where o.tenant_id = erased.tenant_id and o.scheme_id = erased.scheme_id
                         and o.subject ->> 'kind' = 'member' and o.subject ->> 'id' = erased.id);
  -- Stored responses can contain the record.
  delete from idempotency_keys r where r.tenant_id = erased.tenant_id and strpos(r.answer, erased.id) > 0;
  for account in select u.id from users u where u.tenant_id = erased.tenant_id and u.member_id = erased.id loop
    delete from sessions r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from factor_challenges r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from authenticator_apps r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from passkeys r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from recovery_codes r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from single_sign_on_links r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from password_tokens r where r.tenant_id = erased.tenant_id and r.user_id = account;
    delete from idempotency_keys r where r.tenant_id = erased.tenant_id and r.user_id = account;
  end loop;
end $$;

revoke all on function app.names_member(jsonb, members), app.erase_member(text) from public;
grant execute on function app.erase_member(text) to pcs_app;
