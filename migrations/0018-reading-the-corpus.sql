-- Who may read the corpus is decided once in a statement, and not again for each of the thousands of postings that a question reads.
do $$
declare
  name text;
begin
  foreach name in array array['corpus_documents', 'corpus_chunks', 'corpus_terms', 'corpus_postings', 'corpus_fields'] loop
    execute format('drop policy read_at_work on %I', name);
    execute format('drop policy written_by_platform on %I', name);
    execute format('create policy read_at_work on %I for select to pcs_app using ((select current_setting(''app.scope'', true) in (''tenant'', ''platform'')))', name);
    execute format('create policy entered_by_platform on %I for insert to pcs_app with check ((select current_setting(''app.scope'', true) = ''platform''))', name);
    execute format('create policy changed_by_platform on %I for update to pcs_app using ((select current_setting(''app.scope'', true) = ''platform''))', name);
  end loop;
end $$;
