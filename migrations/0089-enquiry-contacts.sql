-- Whom members ask: the contact of the firm, and of a scheme that has its own.
alter table tenants add column enquiry_name text, add column enquiry_email text, add column enquiry_phone text;
alter table schemes add column enquiry_name text, add column enquiry_email text, add column enquiry_phone text;
