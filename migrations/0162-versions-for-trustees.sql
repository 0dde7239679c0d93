-- A trustee reads the current version of a shared document: earlier ones are for the firm (buildVersionForTrustees() of the service).
create policy current_for_trustees on document_versions as restrictive for select to pcs_app
  using ((select coalesce(current_setting('app.capability', true), '') <> 'TRUSTEE')
         or number = (select d.current_version from documents d where d.tenant_id = document_versions.tenant_id and d.id = document_versions.document_id));
