-- The import of trustees into a recorded draft cannot be undone once the scheme was submitted.
\ir functions/14-scheme-imports.sql
-- Statements of a trustee or inspector are planned for the firm of the grant.
\ir functions/17-grants.sql
