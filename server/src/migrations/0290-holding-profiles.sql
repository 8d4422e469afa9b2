-- compatible-with: 0231
-- A session keeps the plan of what a trigger asks, also one that was made while the table was small: thousands of processors taken
-- from payment profiles at once then read the whole table for each of them. These two are planned anew each time.
alter function hold_payment_profile() set plan_cache_mode = force_custom_plan;
alter function profile_routes_fit() set plan_cache_mode = force_custom_plan;
