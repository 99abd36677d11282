// An alert of unusual demand, in the words and figures of the contract.
import type { Alert, BrandId } from '../../../generated/analytics/types.ts';
import { startOf } from '../indices/figures.ts';
import { roundQuotient } from '../indices/rounding.ts';
import { leastScore, rarities, type UnusualDemand } from './unusual-demand.ts';

type Brand = { readonly brand_id: BrandId; readonly name: string };

export function demandAlert({ brand_id, name }: Brand, demand: UnusualDemand): Alert {
  const { n, months, units, expected, z } = demand;
  return {
    kind: 'demand_unusual',
    severity: demand.probability < rarities.critical ? 'critical' : 'warning',
    message: messageOf(name, demand),
    date: startOf('month', { n }),
    brand_id,
    value: z === null ? null : roundQuotient(z),
    threshold: z === null ? null : Math.sign(z) * leastScore,
    months,
    units,
    expected_units: roundQuotient(expected),
    one_in: oneIn(demand),
  };
}

/** Further out, the distribution says nothing about real sales. */
const rarest = 1 / rarities.critical;

/** At most two digits: the rest would be false precision. */
const oneIn = ({ probability }: UnusualDemand): number =>
  probability * rarest <= 1 ? rarest : Math.min(rarest, twoDigits(1 / probability));

function messageOf(name: string, demand: UnusualDemand): string {
  const { n, months, units, expected } = demand;
  const [first, last] = [n, n + months - 1].map((month) => startOf('month', { n: month }).slice(0, 7));
  const when = months === 1 ? `in ${first}` : `from ${first} to ${last}`;
  const side = units > expected ? 'more' : 'less';
  const rarity = oneIn(demand);
  const chance = `${rarity === rarest ? 'fewer than' : 'about'} 1 in ${text(rarity)}`;
  const span = months === 1 ? 'months' : `spans of ${months} months`;
  const usual = text(expected >= 10 ? Math.round(expected) : twoDigits(expected));
  return [
    `${name} sold ${text(units)} ${units === 1 ? 'unit' : 'units'} ${when}, far ${side} than usual.`,
    `About ${usual} were expected.`,
    `Without a reason, ${chance} ${span} is as far away.`,
  ].join(' ');
}

const twoDigits = (value: number): number => Number(value.toPrecision(2));

const text = (value: number): string => value.toLocaleString('en-US');
