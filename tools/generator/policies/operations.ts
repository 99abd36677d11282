// The operations of the analytics contract that take an access token, apart from those that are planned.
import { bundle } from '../../contract/document/bundle.ts';
import type { TokenOperation } from './compile.ts';

type Operation = {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-roles'?: readonly string[];
  readonly 'x-planned'?: true;
};

export function tokenOperations(root: string): readonly TokenOperation[] {
  const { paths } = bundle(root, 'spec/analytics/openapi.yaml').json as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security = [], 'x-planned': planned }) => !planned && security.some((each) => 'bearer' in each))
    .map(({ operationId: id = '', 'x-roles': roles = [] }) => ({ id, roles }));
}
