-- The day that an event of a scheme is about: of a certificate, of the period of an annual report, of a transfer, of a reduction.
alter table scheme_events add column relevant_on date;
