-- The end of the days of grace is calculated in one function (functions/15-second-factor.sql), which app.enter checks in each transaction.
drop function if exists app.enter(text, integer, text, boolean);
drop function if exists app.second_factor_terms();
