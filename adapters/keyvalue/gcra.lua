-- adapters/keyvalue/gcra.lua: spends on limits, one after the other. Times are whole microseconds of this server, exact in a double until 2255.
-- KEYS: one per limit. ARGV: quota, window in microseconds, cost, for each of them.
-- A key holds the theoretical arrival time: when the whole quota is back. Reply per limit: allowed, remaining, microseconds to reset, to retry.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local reply = {}
for i, key in ipairs(KEYS) do
  local quota, window, cost = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local step = math.floor(window / quota)
  -- A key from a time when the window was longer, or from before the clock was set back, must not lock anybody out for longer than a window.
  local at = math.min(math.max(tonumber(redis.call('GET', key) or 0), now), now + window)
  local after = at + step * cost
  local allowed = after - now <= window
  if allowed and after > at then
    at = after
    redis.call('SET', key, string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000))
  end
  local wait = allowed and 0 or math.min(after - now - window, window)
  reply[i] = { allowed and 1 or 0, math.floor((now + window - at) / step), at - now, wait }
end
return reply
