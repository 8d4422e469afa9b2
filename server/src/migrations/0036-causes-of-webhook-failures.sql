-- "No answer" had three causes that a shop repairs in three ways: a name that nobody knows, a server that does not take
-- the connection, and a certificate that does not hold. Attempts from before keep the word that they have.
alter table webhook_attempt
  drop constraint webhook_attempt_problem_check,
  add constraint webhook_attempt_problem_check check (problem in (
    'address_refused', 'unknown_host', 'connection_refused', 'certificate', 'no_answer', 'timeout'));
