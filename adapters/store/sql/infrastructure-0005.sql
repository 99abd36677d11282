-- The images of a run by role, under the digests that their tags named at its start (decision 26); null: from before this, or not begun.
alter table runs add column images jsonb check (jsonb_typeof(images) = 'object');
