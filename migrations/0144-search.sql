-- Search by parts of words with an index: see functions/22-search.sql.
\ir functions/22-search.sql

create index schemes_by_parts on schemes using gin (app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(pensions_authority_number, ''))));
create index members_by_parts on members using gin (app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(works_number, ''))));
create index employers_by_parts on employers using gin (app.search_keys(tenant_id, search_key));
create index breaches_by_parts on breaches using gin (app.search_keys(tenant_id, search_key));
create index key_function_holders_by_parts on key_function_holders using gin (app.search_keys(tenant_id, search_key));
create index documents_by_parts on documents using gin (app.search_keys(tenant_id, search_key));
create index document_versions_by_parts on document_versions using gin (app.search_keys(tenant_id, search_key));
create index written_policies_by_parts on written_policies using gin (app.search_keys(tenant_id, search_key));
create index drafts_by_parts on drafts using gin (app.search_keys(tenant_id, search_key));

-- The command palette shows the first records by title.
create index members_by_title on members (tenant_id, (first_name || ' ' || last_name), id);
