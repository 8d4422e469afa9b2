-- A payout is not paid while the bank has booked a debit that names it: every order and approval asks.
create index bank_entry_named on bank_entry (end_to_end) where state = 'UNMATCHED';
