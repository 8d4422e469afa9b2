-- The last requests of a terminal that were done and the last that were refused are read each for themselves, and those that
-- were refused within an hour are counted before another is kept.
create index terminal_request_done on terminal_request (merchant_id, terminal_id, id) where response_code < 400;
create index terminal_request_refused on terminal_request (merchant_id, terminal_id, id) where response_code >= 400;
create index terminal_request_refused_at on terminal_request (merchant_id, terminal_id, at) where response_code >= 400;
