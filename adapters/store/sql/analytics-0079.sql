-- A dealer's own calendar (decision 587). It is stored with the assignments of the dealer, which have a revision, a time and row security of one dealer.

alter table dealer_calendars
  -- The version of the dealer since which it counts, its country, subdivision, edition, weekdays and closed_on; null: the dealer has no own one.
  add column own_calendar jsonb check (jsonb_typeof(own_calendar) = 'object');
