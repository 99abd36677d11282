// Run by cluster-test.ts: the promises that all clusters share. What only a real one can show: cluster-test-walls.ts.
import test, { type TestFn } from 'ava';
import { clusterCases } from '../adapters/cluster/cluster-cases.ts';
import { harness } from './cluster-test-site.ts';

clusterCases(test as TestFn, harness);
