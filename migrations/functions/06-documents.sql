-- Whether the scope of this transaction includes a document. Broker roles see every document of the firm, users of an employer those
-- shared with it, a member those addressed to the member or to all members of the scheme.
create or replace function app.reaches_document(tenant text, employer text, scheme text, member text, visibility text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'employer' then visibility in ('EMPLOYER', 'MEMBER') and app.reaches(tenant, employer, null)
    when 'member' then visibility = 'MEMBER' and tenant = current_setting('app.tenant', true)
      and case when member is null then scheme = app.own_scheme() else member = current_setting('app.member', true) end
    else app.reaches(tenant, null, null)
  end;

revoke all on function app.reaches_document(text, text, text, text, text) from public;
grant execute on function app.reaches_document(text, text, text, text, text) to pcs_app;
