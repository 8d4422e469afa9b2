-- compatible-with: 0210
-- What one merchant keeps for a shorter time than the installation is found without a walk through what all others keep
-- (docs/adr/0198).
create index processor_notification_body_of on processor_notification (merchant_id, received_at) where body is not null;
create index terminal_request_of on terminal_request (merchant_id, at);
