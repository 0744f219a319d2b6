/** The user agent of the tests is the one of the conformance check. */
export { Agent, type Page } from '../../scripts/conformance/probe/agent.ts';
