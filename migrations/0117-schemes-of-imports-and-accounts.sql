-- Accounts and unfinished imports within the schemes of a limited caller (migration 0116).
create policy within_schemes on payment_accounts as restrictive to pcs_app using (app.in_schemes(scheme_id));
create policy within_schemes on import_drafts as restrictive to pcs_app using (app.in_schemes(scheme_id));
