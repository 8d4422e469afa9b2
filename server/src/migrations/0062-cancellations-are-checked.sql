-- The rows from before 0061 are read for its check. Writers wait for the lock of 0061, because the migrations that a start brings
-- run in one transaction.
alter table outbox validate constraint outbox_topic_check;
