-- A decision that a trustee gave on paper: the signed document and its day. The firm records it.
alter table trustee_review_responses
  add column document_id text,
  add column decided_on date,
  add column recorded_by text,
  add foreign key (tenant_id, document_id) references documents (tenant_id, id);
create index trustee_review_responses_by_document on trustee_review_responses (tenant_id, document_id) where document_id is not null;
