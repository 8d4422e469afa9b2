-- compatible-with: 0231
-- Middleware may demand 3-D Secure (docs/adr/0224). An older program takes such an answer for silence.
-- Not valid: the rows before have decisions that were allowed, and are too many to be read under this lock.
alter table middleware_call drop constraint middleware_call_decision_check;
alter table middleware_call add constraint middleware_call_decision_check
  check (decision in ('none', 'tag', 'block', '3dSecure', 'impossible', 'silent', 'skipped')) not valid;
