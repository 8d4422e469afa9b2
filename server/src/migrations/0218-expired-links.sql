-- compatible-with: 0210
-- Mailed links are removed when they are over; until now they stayed for ever.
grant delete on user_token to kontor_provider;
