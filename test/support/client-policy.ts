/** Client policies of the sample realm, for clients with an attribute. */
import { randomBytes } from 'node:crypto';
import { admin, REALM } from './admin.ts';

/** A policy that was added. */
export interface AddedPolicy {
  /** The attributes of the clients that it is for. */
  attributes: Record<string, string>;
  remove(): Promise<void>;
}

export const newPolicyName = () => `policy ${randomBytes(4).toString('hex')}`;

/** Adds a policy with one executor. Its name is the attribute's value; a client that it rejects must have that before. */
export async function addClientPolicy(
  executor: string,
  configuration: Record<string, string | boolean>,
  name = newPolicyName(),
): Promise<AddedPolicy> {
  const attributes = { 'test.policy': name };
  const condition = { attributes: JSON.stringify([{ key: 'test.policy', value: name }]) };
  const put = async (isThere: boolean) => {
    const { clientPolicies } = await admin();
    const others = await clientPolicies.listProfiles({ realm: REALM });
    const policies = await clientPolicies.listPolicies({ realm: REALM });
    const isOther = (one: { name?: string }) => one.name !== name;
    const profile = { name, executors: [{ executor, configuration }] };
    const policy = {
      name,
      enabled: true,
      conditions: [{ condition: 'client-attributes', configuration: condition }],
      profiles: [name],
    };
    const putPolicy = async () =>
      await clientPolicies.updatePolicy({
        realm: REALM,
        policies: [...(policies.policies ?? []).filter(isOther), ...(isThere ? [policy] : [])],
      });
    // A policy can name only an existing profile.
    if (!isThere) await putPolicy();
    await clientPolicies.createProfiles({
      realm: REALM,
      profiles: [...(others.profiles ?? []).filter(isOther), ...(isThere ? [profile] : [])],
    });
    if (isThere) await putPolicy();
  };
  await put(true);
  return { attributes, remove: async () => await put(false) };
}
