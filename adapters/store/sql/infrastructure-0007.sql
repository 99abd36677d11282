-- Who and through which service: `actor` is the person for whom Platform called, or else the service itself (decision 253).
-- Rows from before have none: their actor is the service that called, as their actor_kind says.
alter table audit_logs add column service text;
