-- Whether Today shows the first steps to a user, until they are done.
alter table users add column shows_first_steps boolean not null default true;
grant select (shows_first_steps) on users to pcs_app;
