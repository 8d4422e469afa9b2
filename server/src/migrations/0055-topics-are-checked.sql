-- The rows from before 0053 are read for its checks, which blocks no writer.
alter table outbox validate constraint outbox_topic_check, validate constraint outbox_parked_why_check;
