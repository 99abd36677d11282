-- Which optional columns any upload of a dealer has brought: what nobody uploaded need not be added up by any read (decision 163).
select set_config('covenant.every_dealer', 'on', true);

alter table dealers add column optional_columns text[] not null default '{}';
-- Of the uploads until now it is not known.
update dealers set optional_columns = '{channel,condition,orders,revenue}';
