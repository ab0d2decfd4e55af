// A provider on this machine: `node provider.mjs ADDRESS-TO-COME-BACK-TO` prints its address. Whoever comes is signed in at once, as
// the person whom the cookie `who` names, or as "ines"; nothing is asked.
import { createServer } from "node:http";
import Provider from "oidc-provider";

const [back] = process.argv.slice(2);
const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "teachback", client_secret: "a secret of the tests alone", redirect_uris: [back], token_endpoint_auth_method: "client_secret_post" }],
    cookies: { keys: ["only for tests"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
  });
  server.on("request", async (request, response) => {
    if (!request.url.startsWith("/interaction/")) return provider.callback()(request, response);
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const accountId = /who=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "ines";
    if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId } });
    const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope("openid");
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  });
  console.log(issuer);
});
