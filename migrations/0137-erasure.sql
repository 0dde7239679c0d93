-- Erasure of the personal data of a member. The record itself stays: contribution lines refer to it.
alter table members add column erased_on date;
-- An update or an import must not bring personal data back.
alter table members add constraint members_erased check (erased_on is null or (
  middle_name is null and date_of_birth is null and pps_number_encrypted is null and email is null and phone is null and address is null
  and works_number is null and joined_employment_on is null and normal_retirement_on is null and sex = 'UNKNOWN'));
create index members_by_end on members (tenant_id, ended_on) where ended_on is not null and erased_on is null;

create policy definer_erases on member_emoluments for delete to pcs_owner using (true);
create policy definer_erases on contribution_lines to pcs_owner using (true);
create policy definer_erases on contribution_reports to pcs_owner using (true);
create policy definer_erases on comments for delete to pcs_owner using (true);
create policy definer_erases on single_sign_on_links for delete to pcs_owner using (true);
