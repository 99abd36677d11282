// The promises that all clusters share.
import test, { type TestFn } from 'ava';
import { clusterCases } from '../../adapters/cluster/cluster-cases.fixture.ts';
import { harness } from './harness.ts';

clusterCases(test as TestFn, harness);
