/** The server has written both into the page. The key is public: it reads what everybody may know, and no more. */
const { serviceUrl = '', publicKey = '' } = document.documentElement.dataset;

export const graphqlUrl = `${serviceUrl}/graphql`;
export const headers = { authorization: `Bearer ${publicKey}` };
