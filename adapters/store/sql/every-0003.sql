-- A service is ready only when every migration that it knows has been applied.
grant select on schema_migrations to covenant_app;
