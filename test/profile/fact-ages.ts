import { stampedFacts } from '../../src/profile/facts.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { type AgeLimits, ageOf, type FactAge, worstFirst } from '../../src/profile/staleness.ts';

/** What `gpu-lease staleness` takes where nobody says otherwise. */
const LIMITS: AgeLimits = { months: 6, monthsMoney: 3 };

/** Every stamped fact of a profile with its age, worst first. */
export const factAges = (profile: Profile, now: Date, limits = LIMITS): FactAge[] =>
  stampedFacts(profile)
    .map((fact) => ageOf(fact, profile.id, now, limits))
    .sort(worstFirst);
