-- compatible-with: 0132
-- Refunds without an outcome are few among many: how old the oldest one is, is asked every few seconds.
create index refund_waiting on refund (created_at) where status in ('PENDING', 'HOLD', 'UNKNOWN');
