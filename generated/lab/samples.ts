// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import { check, type Sample } from '../runtime/messages/message.ts';
import type { SharedPayloads } from './shared-messages.ts';
import * as validate from './validate-messages.js';

/** The examples of the contract. */
export const samples: { readonly [Name in keyof SharedPayloads]: readonly [Sample<SharedPayloads[Name]>, ...Sample<SharedPayloads[Name]>[]] } = {
  'lab.status': [
    { title: 'running', id: 'c56a4180-65aa-42ec-a945-5fd21dec0538', occurredAt: '2026-11-21T09:00:04.870Z', payload: check(validate.LabStatus, {"sequence":1042,"instance_id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","run_id":"0f8fad5b-d9cb-469f-a165-70867728950e","generation":1,"lab_id":"linux-basics","deployment_mode":"per_student","student_id":"anna","group_id":null,"state":"running","volume":"bound","reason":null,"advice":null,"since":"2026-11-21T09:00:04.861Z"}, 'LabStatus') },
    { title: 'failed', id: '2c1d43b8-e6d7-4b0e-8f0a-37dc5f1b0c9e', occurredAt: '2026-11-21T09:01:12.020Z', payload: check(validate.LabStatus, {"sequence":1043,"instance_id":"1b4e28ba-2fa1-41d2-883f-0016d3cca427","run_id":"6fa459ea-ee8a-4ca4-894e-db77e160355e","generation":3,"lab_id":"net-lab","deployment_mode":"per_group","student_id":null,"group_id":"red","state":"failed","volume":"none","reason":"image_pull","advice":"The image of role web, net/labs/web:v1.2, is not in the registry. Push it or correct its tag, upload the configuration again, then start the lab again.","since":"2026-11-21T09:01:12.013Z"}, 'LabStatus') },
  ],
};
