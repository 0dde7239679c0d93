-- A SuperAdmin lists the records of all firms: the usual order of the largest lists, without the firm in front.
create index members_of_all_firms on members (search_key, id);
create index members_of_all_firms_by_title on members ((first_name || ' ' || last_name), id);
create index documents_of_all_firms on documents (created_at desc, id desc);
create index obligations_of_all_firms on obligations (coalesce(due_on, 'infinity'), id);
create index contribution_batches_of_all_firms on contribution_batches (payroll_month desc, id desc);
create index written_policies_of_all_firms on written_policies (search_key, id);
create index key_function_holders_of_all_firms on key_function_holders (created_at desc, id desc);
create index trustee_meetings_of_all_firms on trustee_meetings (coalesce(held_on, planned_for_on), id);
create index meeting_actions_of_all_firms on meeting_actions (coalesce(due_on, 'infinity'), id);
create index breaches_of_all_firms on breaches (detected_on desc, id desc);
create index schemes_of_all_firms on schemes (search_key, id);
