// The promises of the port on the cluster in memory. Containers and Kubernetes run the same cases beside their own
// tests.
import test from 'ava';
import { clusterCases } from './cluster-cases.fixture.ts';
import { harness } from './memory/harness.fixture.ts';

clusterCases(test, harness);
