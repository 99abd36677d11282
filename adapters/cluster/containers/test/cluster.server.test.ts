// The promises of the port, on a real engine.
import test, { type TestFn } from 'ava';
import { clusterCases } from '../../cluster-cases.fixture.ts';
import { harness } from './harness.fixture.ts';

// One after the other: an engine starts containers slowly on a busy machine, and a case would count the waiting.
clusterCases(test.serial as TestFn, harness);
