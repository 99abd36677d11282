// Run by main.ts: the promises that all clusters share. What only a real one can show: kubernetes.cases.ts.
import test, { type TestFn } from 'ava';
import { clusterCases } from '../../adapters/cluster/cluster-cases.fixture.ts';
import { harness } from './harness.ts';

clusterCases(test as TestFn, harness);
