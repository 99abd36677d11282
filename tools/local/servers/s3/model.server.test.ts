// Random histories, on the server and on a plain model of the protocol: both must show the same versions and listings
// at every end.
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import test from 'ava';
import fc from 'fast-check';
import { refused, served } from './s3-server.fixture.ts';

type Step =
  | { do: 'put'; key: string; body: string; ifAbsent: boolean }
  | { do: 'copy'; from: string; to: string }
  | { do: 'delete'; key: string }
  | { do: 'remove'; key: string; nth: number }
  | { do: 'versioning'; status: 'Enabled' | 'Suspended' };
type Item = { key: string; id: string; body: string; marker: boolean };

/** The obvious list: newest first, all keys together. */
class Model {
  items: Item[] = [];
  versioning: 'Enabled' | 'Suspended' | undefined;

  of(key: string): Item[] {
    return this.items.filter((item) => item.key === key);
  }
  current(key: string): Item | undefined {
    const [newest] = this.of(key);
    return newest?.marker ? undefined : newest;
  }
  add(item: Item): void {
    if (item.id === 'null') this.remove(item.key, 'null');
    this.items.unshift(item);
  }
  remove(key: string, id: string): void {
    this.items = this.items.filter((item) => item.key !== key || item.id !== id);
  }
  history(): string[] {
    const bytes = (text: string) => Buffer.from(text);
    return this.items
      .toSorted((a, b) => Buffer.compare(bytes(a.key), bytes(b.key)))
      .map(
        (item) =>
          `${item.key} ${item.id} ${item.marker ? 'marker' : item.body.length}${this.of(item.key)[0] === item ? ' latest' : ''}`,
      );
  }
}

const key = fc.constantFrom('a', 'a/b', 'a/c', 'b', 'é', '\u{1F600}', '\uffee');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      key,
      body: fc.string({ maxLength: 5 }),
      ifAbsent: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), from: key, to: key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), key, nth: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('versioning' as const),
      status: fc.constantFrom('Enabled' as const, 'Suspended' as const),
    }),
  },
);

async function take(s3: S3Client, Bucket: string, model: Model, step: Step): Promise<string | undefined> {
  const idOf = (id: string | undefined) => id ?? 'null';
  if (step.do === 'versioning') {
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: step.status } }));
    model.versioning = step.status;
  } else if (step.do === 'put') {
    const IfNoneMatch = step.ifAbsent ? '*' : undefined;
    const call = s3.send(new PutObjectCommand({ Bucket, Key: step.key, Body: step.body, IfNoneMatch }));
    if (step.ifAbsent && model.current(step.key)) return (await refused(call))[0];
    model.add({ key: step.key, id: idOf((await call).VersionId), body: step.body, marker: false });
  } else if (step.do === 'copy') {
    const call = s3.send(
      new CopyObjectCommand({ Bucket, Key: step.to, CopySource: encodeURIComponent(`${Bucket}/${step.from}`) }),
    );
    const source = model.current(step.from);
    if (source === undefined || step.from === step.to) return (await refused(call))[0];
    model.add({ key: step.to, id: idOf((await call).VersionId), body: source.body, marker: false });
  } else if (step.do === 'delete') {
    const { VersionId } = await s3.send(new DeleteObjectCommand({ Bucket, Key: step.key }));
    if (model.versioning === undefined) model.remove(step.key, 'null');
    else model.add({ key: step.key, id: idOf(VersionId), body: '', marker: true });
  } else {
    const VersionId = model.of(step.key)[step.nth]?.id ?? 'null';
    await s3.send(new DeleteObjectCommand({ Bucket, Key: step.key, VersionId }));
    model.remove(step.key, VersionId);
  }
  return undefined;
}

async function history(s3: S3Client, Bucket: string, MaxKeys: number): Promise<string[]> {
  const lines: string[] = [];
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys, ...next }));
    for (const v of page.Versions ?? []) lines.push(`${v.Key} ${v.VersionId} ${v.Size}${v.IsLatest ? ' latest' : ''}`);
    for (const v of page.DeleteMarkers ?? [])
      lines.push(`${v.Key} ${v.VersionId} marker${v.IsLatest ? ' latest' : ''}`);
    if (!page.IsTruncated) return lines;
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

test('the store has the versions, objects and groups of the protocol after any history', async (t) => {
  const { s3 } = await served(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const Bucket = `run-${run++}`;
      await s3.send(new CreateBucketCommand({ Bucket }));
      const model = new Model();
      for (const one of steps) {
        const refusal = await take(s3, Bucket, model, one);
        if (refusal !== undefined) t.true(['PreconditionFailed', 'NoSuchKey', 'InvalidRequest'].includes(refusal));
      }
      // Pages of one item show the order; the SDK separates versions and markers of one page.
      t.deepEqual(await history(s3, Bucket, 1), model.history());
      t.deepEqual((await history(s3, Bucket, 1000)).sort(), model.history().sort());
      const keys = [...new Set(model.items.map((item) => item.key))].filter((name) => model.current(name));
      const sorted = keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const listed = await s3.send(new ListObjectsV2Command({ Bucket }));
      t.deepEqual(listed.Contents?.map(({ Key }) => Key) ?? [], sorted);
      const grouped = await s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }));
      t.deepEqual(
        grouped.Contents?.map(({ Key }) => Key) ?? [],
        sorted.filter((name) => !name.includes('/')),
      );
      t.is(grouped.CommonPrefixes?.length ?? 0, sorted.some((name) => name.includes('/')) ? 1 : 0);
      for (const item of model.items.filter(({ marker }) => !marker)) {
        const output = await s3.send(new GetObjectCommand({ Bucket, Key: item.key, VersionId: item.id }));
        t.is(await output.Body?.transformToString(), item.body);
      }
    }),
    { numRuns: 25 },
  );
});
