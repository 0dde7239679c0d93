-- Who put forward what another person approves (four eyes). Null where it happened before this was recorded.
alter table own_risk_assessments add column sent_to_trustees_by text;
alter table key_function_holders add column assessment_recorded_by text;
alter table trustees add column assessment_recorded_by text;
alter table trustee_meetings add column held_recorded_by text;
