-- The columns of an instance have the names of the contract.

alter table instances rename column status to state;
alter table instances rename column current_run to run_id;
alter table instances rename column change_number to sequence;
alter table instances rename column wanted to desired;
