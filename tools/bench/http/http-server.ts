// The process of one server that the HTTP bench asks. Arguments: <variant> <folder of the generated code> <seed>.
import type { AddressInfo } from 'node:net';
import { answerParent, cpuUs } from '../child.ts';
import { type VariantName, variants } from './http-variants.ts';

const [name = '', folder = '', seed = ''] = process.argv.slice(2);
const server = await variants[name as VariantName](folder, Number(seed));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

answerParent((question: 'port' | 'cpu') => (question === 'port' ? port : cpuUs()));
