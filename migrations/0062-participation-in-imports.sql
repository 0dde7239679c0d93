-- Imports compare the payroll month with the participation of the employer. The result of the function has another column from now on.
drop function if exists app.scheme_terms(text, text);
