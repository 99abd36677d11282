-- The groups of intents carry the names of the contract, like every other stored value.

update lab_starts set groups = (
  select jsonb_agg(jsonb_build_object('group_id', each -> 'groupId', 'student_ids', each -> 'studentIds') order by position)
  from jsonb_array_elements(groups) with ordinality as stored (each, position))
where groups @> '[{}]';
