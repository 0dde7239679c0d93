-- The import of trustees into a recorded draft cannot be undone once the scheme was submitted.
\ir functions/14-scheme-imports.sql
