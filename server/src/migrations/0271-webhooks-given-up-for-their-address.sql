-- compatible-with: 0231
-- A webhook that waited for too long for an address that is switched off says so. The attempts of before are not read.
alter table webhook_attempt
  drop constraint webhook_attempt_problem_check,
  add constraint webhook_attempt_problem_check check (problem in ('address_refused', 'unknown_host', 'connection_refused',
    'certificate', 'no_answer', 'timeout', 'address_off')) not valid;
