-- The day on which a conflict protocol was agreed (Directive art. 24(3)); the document alone does not say it.
alter table key_function_holders add column conflict_protocol_on date;
