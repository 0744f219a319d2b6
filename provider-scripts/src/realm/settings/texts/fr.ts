/** French labels and sentences of the settings; only the administrators' pages have them. */
import type { SettingTexts } from './en.ts';

export const FR: SettingTexts = {
  lifetime: {
    label: 'Durée de validité des liens',
    text: 'Combien de temps un lien peut être utilisé après son envoi, en secondes.',
  },
  signUp: {
    label: 'Inscription',
    text: 'closed : seuls les comptes existants se connectent, et dans un realm Linkgate aussi les détenteurs d’un code de parrainage. open : un lien crée aussi un compte pour une nouvelle adresse, quand il est utilisé ; dans un realm Keycloak ordinaire, seulement si celui-ci permet l’enregistrement des utilisateurs.',
  },
  confirm: {
    label: 'Page de confirmation',
    text: 'Demande un clic avant qu’un lien ne connecte, afin qu’un analyseur de messagerie qui ouvre les liens n’en consomme aucun. new-browser : seulement si le lien est ouvert dans un autre navigateur que celui qui l’a demandé, ce qui est toujours le cas des liens demandés par une appli.',
  },
  bindIp: {
    label: 'Lier à l’adresse IP',
    text: 'Un lien ne fonctionne que depuis l’adresse IP qui l’a demandé (IPv6 : depuis le même /64). Cela ne convient ni aux applis qui demandent des liens depuis leur propre serveur, ni aux e-mails lus sur un autre réseau.',
  },
  emailContains: {
    label: 'Contenu de l’e-mail',
    text: 'link-and-code : l’e-mail contient aussi un code à six chiffres, à saisir sur la page qui a demandé le lien. Les liens demandés par une appli n’en ont pas. code : l’e-mail ne contient qu’un code, plus long qu’à côté d’un lien, qui ne fonctionne que dans le navigateur qui l’a demandé. Les applis et les backends ne peuvent alors pas faire envoyer de liens, et un lien ouvert ailleurs ne connecte personne.',
  },
  crossDevice: {
    label: 'Connexion entre appareils',
    text: 'Un lien ouvert dans un autre navigateur que celui qui l’a demandé propose de connecter ce dernier, au moyen de trois chiffres affichés sur la page qui a demandé le lien. Jamais pour les comptes ayant des rôles d’administration, pour un nouveau mot de passe ni pour lier un fournisseur d’identité.',
  },
  rememberDevice: {
    label: 'Mémoriser les appareils',
    text: 'Un navigateur dans lequel un lien a été utilisé propose ses comptes, si bien qu’il n’est pas nécessaire d’en ressaisir les adresses.',
  },
  emailSender: {
    label: 'Envoi des e-mails',
    text: 'smtp : Linkgate envoie par des connexions au serveur de messagerie du realm, qu’il garde ouvertes. provider : l’expéditeur installé dans ce Keycloak (un EmailSenderProvider, par exemple pour l’API d’un service de messagerie) envoie, et reçoit l’adresse, l’objet et les textes ; les en-têtes ajoutés par Linkgate ne sont pas envoyés.',
  },
  unverified: {
    label: 'Comptes non vérifiés',
    text: 'Un compte dont l’adresse e-mail n’est pas vérifiée, et qui a des identifiants ou des liens vers des fournisseurs d’identité, a pu être créé par un autre utilisateur. reject : il ne reçoit pas de lien. claim : un lien les supprime. Le lien d’un mot de passe oublié le fait toujours.',
  },
  passkeys: {
    label: 'Clés d’accès',
    text: 'Propose une clé d’accès après un lien ou un code, sauf si un autre facteur précède l’étape, et accepte les clés d’accès sur la page de l’étape si elle demande l’adresse.',
  },
  shield: {
    label: 'Calcul avant les e-mails',
    text: 'always : un navigateur qui demande un e-mail résout d’abord un petit calcul, de même qu’une application qui en demande un pour son utilisateur ; les scripts qui en demandent des milliers paient pour chacun. Jamais exigé des backends, des navigateurs qui ont mémorisé le compte, ni là où un lien, un code ou une clé d’accès est utilisé. suspicious : de même, mais seulement pour les demandes qui ressemblent à celles d’un script : la limite par adresse IP est à moitié utilisée, une adresse est saisie dans de nombreux réseaux, ou bien plus d’adresses que d’habitude n’ont pas de compte.',
  },
  'linkgate.enabled': {
    label: 'Realm Linkgate',
    text: 'Fait du realm un realm Linkgate ; un realm Keycloak ordinaire reste inchangé.',
  },
  'linkgate.backend-links': {
    label: 'Liens par API',
    text: 'Permet aux backends de demander des liens. Si c’est désactivé, les liens déjà renvoyés et non utilisés ne sont plus valables non plus.',
  },
  'linkgate.invitations': {
    label: 'Invitations',
    text: 'Permet aux administrateurs d’inviter des utilisateurs. Si c’est désactivé, les invitations déjà envoyées ne sont plus valables non plus.',
  },
  'linkgate.passkeys': {
    label: 'Clés d’accès',
    text: 'Propose aux utilisateurs une clé d’accès après une connexion par e-mail, et leur permet de se connecter avec elle.',
  },
  'linkgate.passkey-offers': {
    label: 'Propositions d’une clé d’accès',
    text: 'À combien de connexions sur un appareil une clé d’accès est proposée, et après combien de jours elle l’est de nouveau ; 0 jour : plus jamais.',
  },
  'linkgate.new-device-notices': {
    label: 'Avis de nouveaux appareils',
    text: 'Un e-mail signale aux utilisateurs une connexion sur un appareil qui ne les a pas mémorisés, avec un lien qui met fin à ce qui en est issu.',
  },
  'linkgate.email-routes': {
    label: 'Routes des e-mails',
    text: 'Comment les e-mails sont envoyés, dans l’ordre où les routes sont essayées : smtp pour le serveur de messagerie du realm, les autres avec nom, type et options, séparées par des points-virgules. La route suivante ne sert qu’à ce que la précédente n’a pas pu accepter ; jamais à un e-mail qu’elle a pu accepter. Les secrets sont des références au coffre (vault) de Keycloak.',
  },
  'linkgate.email-headers': {
    label: 'En-têtes des e-mails',
    text: 'En-têtes ajoutés aux e-mails, séparés par des barres verticales. Ceux d’un client remplacent ceux du realm.',
  },
  'linkgate.sender-domains': {
    label: 'Domaines des expéditeurs',
    text: 'Les domaines que peuvent avoir les expéditeurs des e-mails des clients, en plus de l’expéditeur du realm.',
  },
  'linkgate.all-emails': {
    label: 'Tous les e-mails par les routes',
    text: 'Les e-mails de Keycloak lui-même (vérification, réinitialisation, actions requises, invitations dans des organisations, événements) prennent aussi les routes du realm, avec son expéditeur. Sinon, ils partent comme sans Linkgate.',
  },
  'linkgate.dkim-selectors': {
    label: 'Clés de signature',
    text: 'Les noms (sélecteurs) des clés DKIM avec lesquelles votre serveur ou service de messagerie signe, pour vérifier l’expéditeur. Ceux de certains services sont connus.',
  },
  'linkgate.email-days': {
    label: 'Mémoire des e-mails',
    text: 'Pendant combien de jours la page Utilisateurs montre ce qu’il est advenu d’un e-mail : de 1 à 90 ; il est conservé au moins 14 jours. Seulement tant qu’une route le rapporte.',
  },
  'linkgate.mailbox-hosts': {
    label: 'Boîtes aux lettres de la vue d’ensemble',
    text: 'Jusqu’à dix domaines d’adresses que la vue d’ensemble compte séparément, à côté de ceux des grands fournisseurs. Tous les autres sont comptés ensemble.',
  },
  'linkgate.limit-sub-addresses': {
    label: 'Limites par boîte aux lettres',
    text: 'Les limites comptent ada+1@… comme ada@…, quel que soit ce qui suit le signe plus. Sinon, une boîte aux lettres reçoit autant d’e-mails qu’elle a de telles adresses. Les comptes et les adresses restent inchangés.',
  },
  'linkgate.limit-dotless-domains': {
    label: 'Domaines Internet qui ignorent les points',
    text: 'Les domaines Internet dont les serveurs de messagerie ignorent les points avant le @ : les limites y comptent a.da@… comme ada@….',
  },
  'linkgate.sign-up-rules': {
    label: 'Règles d’inscription',
    text: 'Si les listes d’adresses et de domaines refusés et autorisés, et les paramètres ci-dessous, décident de qui peut s’inscrire. Une adresse rejetée voit la page habituelle et ne reçoit aucun lien.',
  },
  'linkgate.sign-up-unlisted': {
    label: 'Adresses qu’aucune liste ne nomme',
    text: 'Ce qu’il advient d’une nouvelle adresse qui n’est ni refusée ni autorisée. reject : seuls les adresses et domaines des listes s’inscrivent.',
  },
  'linkgate.sign-up-disposable': {
    label: 'Adresses jetables',
    text: 'Ce qu’il advient des nouvelles adresses de domaines de messagerie jetable, sauf si elles sont autorisées. note : seul l’événement du nouveau compte le dit. challenge : qui en saisit une résout d’abord un défi, comme si la protection était activée. reject : elles ne s’inscrivent pas.',
  },
  'linkgate.sign-up-disposable-list': {
    label: 'Liste des domaines jetables',
    text: 'L’adresse https d’une liste de domaines de messagerie jetable, un par ligne, à la place de la liste intégrée et de celle du realm. Elle est téléchargée chaque jour tant que les règles traitent les adresses jetables ; si c’est impossible, la dernière liste reste.',
  },
  'linkgate.sign-up-include': {
    label: 'Ce que les règles incluent',
    text: 'Ce dont les règles décident en plus des comptes que les utilisateurs créent eux-mêmes. invitations et backends : les comptes que ceux-ci créent. sign-ins : les e-mails aux comptes existants. address-changes : les nouvelles adresses de comptes.',
  },
  'linkgate.sign-up-tell': {
    label: 'Qui est informé d’un rejet',
    text: 'Les règles pour lesquelles une adresse rejetée reçoit un e-mail qui dit pourquoi, au plus un par jour : denied, unlisted, disposable. Qui saisit l’adresse n’apprend rien sur la page.',
  },
  'linkgate.account-page': {
    label: 'Page personnelle de l’utilisateur',
    text: 'Les utilisateurs ont leur propre page, /my-account : adresse, sessions, appareils, clés d’accès et applications.',
  },
  'linkgate.account-deletion': {
    label: 'Suppression par les utilisateurs',
    text: 'Les utilisateurs peuvent supprimer leur compte sur leur propre page ; les administrateurs ne le peuvent pas.',
  },
  'linkgate.client-id-metadata-documents': {
    label: 'Documents de métadonnées d’identifiant client',
    text: 'Une application peut se désigner par un document. trusted : celui d’un domaine Internet de confiance ; approval : tout autre aussi, l’application attend alors une approbation.',
  },
  'linkgate.trusted-client-domains': {
    label: 'Domaines Internet de confiance',
    text: 'Les domaines Internet dont les applications n’ont pas besoin d’approbation, si elles s’enregistrent elles-mêmes ou se désignent par un document.',
  },
  'linkgate.refresh-tokens-of-new-clients': {
    label: 'Jetons d’actualisation des nouvelles applications',
    text: 'Quels jetons d’actualisation reçoit une application qui s’enregistre elle-même ou se désigne par un document, quand elle est nouvelle.',
  },
  'linkgate.allowed-protocols': {
    label: 'Autres protocoles',
    text: 'Protocoles servis en plus d’OpenID Connect ; l’approbation d’une application n’y est pas contrôlée.',
  },
  'linkgate.unknown-scopes': {
    label: 'Scopes inconnus',
    text: 'Ce que devient une demande qui nomme un scope que son application ne peut pas demander. reject : elle est invalid_scope ; ignore : les autres scopes sont accordés.',
  },
  'linkgate.shield': {
    label: 'Calcul avant les e-mails',
    text: 'Ce qui vaut pour une étape qui ne le définit pas, et pour un changement d’adresse d’un compte.',
  },
  'linkgate.shield-hashes': {
    label: 'Effort d’un calcul',
    text: 'Nombre maximal de hachages (itérations de PBKDF2 avec SHA-256) qu’un calcul demande ; la moitié en moyenne.',
  },
  'linkgate.shield-service': {
    label: 'Service contre les scripts',
    text: 'Ce qui distingue les personnes des scripts : proof-of-work, le calcul intégré ; ou un service avec sa clé de site et son secret dans le coffre de Keycloak. Les navigateurs des utilisateurs chargent le script du service.',
  },
  'linkgate.shield-failure': {
    label: 'Pendant une panne du service',
    text: 'Ce qui vaut tant que le service ne répond pas en deux secondes. proof-of-work : le calcul intégré ; closed : personne ne provoque d’e-mail ; open : tout le monde.',
  },
  'linkgate.limit.exempt': {
    label: 'Réseaux exemptés',
    text: 'Adresses qu’aucune limite par adresse IP ne compte.',
  },
  'linkgate.limit.link-email': {
    label: 'Liens vers une adresse',
    text: 'Liens envoyés à une adresse e-mail.',
  },
  'linkgate.limit.link-ip': {
    label: 'Liens depuis une adresse IP',
    text: 'Liens demandés depuis une adresse IP.',
  },
  'linkgate.limit.invitations': {
    label: 'Invitations',
    text: 'E-mails d’invitation dans le realm.',
  },
  'linkgate.limit.link-lists': {
    label: 'Listes d’utilisateurs',
    text: 'Liens du realm que des backends font envoyer à des listes d’utilisateurs.',
  },
  'linkgate.limit.general': {
    label: 'Requêtes',
    text: 'Requêtes et formulaires envoyés depuis une adresse IP.',
  },
  'linkgate.limit.session': {
    label: 'Requêtes de session',
    text: 'Requêtes vers /session… depuis une adresse IP, qui ne comptent qu’ici.',
  },
  'linkgate.approval': { label: 'Approbation', text: 'Si l’application peut être utilisée.' },
  'linkgate.dpop': {
    label: 'Preuve de possession',
    text: 'Lie les jetons de l’application à sa clé (RFC 9449). Derrière un proxy, l’option proxy-headers de Keycloak est également nécessaire.',
  },
  'linkgate.second-factor': {
    label: 'Second facteur',
    text: 'Si les utilisateurs ont besoin d’un second facteur ; écrit en même temps que ce qu’il faut à Keycloak.',
  },
  'linkgate.refresh-tokens': {
    label: 'Jetons d’actualisation',
    text: 'Donne à l’application des jetons d’actualisation : jusqu’à la fin de la session, ou pendant ce nombre de jours après la connexion ; écrit en même temps que ce qu’il faut à Keycloak.',
  },
  'linkgate.refresh-grace': {
    label: 'Tolérance pour une réponse perdue',
    text: 'L’application peut utiliser un jeton d’actualisation une fois de plus dans les 10 secondes, tant que son successeur n’a pas servi : sa réponse a pu se perdre.',
  },
  'linkgate.initiate-login-uri': {
    label: 'URI de lancement de connexion',
    text: 'Où l’application lance une connexion après le lien d’un backend ou une invitation.',
  },
  'linkgate.email-route': {
    label: 'Route des e-mails',
    text: 'La route essayée en premier pour les e-mails du client ; les autres suivent dans leur ordre.',
  },
  'linkgate.email-from': {
    label: 'Expéditeur',
    text: 'L’adresse depuis laquelle les e-mails du client sont envoyés, à la place de celle du realm. Son domaine doit figurer parmi les domaines des expéditeurs.',
  },
  'linkgate.email-reply-to': {
    label: 'Répondre à',
    text: 'L’adresse à laquelle vont les réponses aux e-mails du client, à la place de celle du realm.',
  },
  'linkgate.registered-at': {
    label: 'Enregistrée le',
    text: 'Quand l’application s’est enregistrée elle-même.',
  },
  'linkgate.registered-by': {
    label: 'Enregistrée par',
    text: 'Avec le jeton d’accès de qui l’application a été enregistrée ; vide pour un jeton d’accès initial.',
  },
  'linkgate.document-expires-at': {
    label: 'Document valable jusqu’au',
    text: 'Jusqu’à quand vaut le document de métadonnées qui décrit l’application.',
  },
  'linkgate.rights': {
    label: 'Droits',
    text: 'Si les utilisateurs pouvaient se connecter, quels jetons d’actualisation l’application recevait et quel niveau elle exigeait, après sa dernière modification.',
  },
  'linkgate.api-scope': {
    label: 'Scope d’API',
    text: 'Désigne un scope de client comme celui d’une API, que les applications demandent en plus de ceux du contrat.',
  },
  'linkgate.former-values': {
    label: 'Valeurs antérieures',
    text: 'Ce que les exécutions de seed ont remplacé dans un realm qui existait déjà ; la désinstallation le rétablit.',
  },
  'linkgate.set-by-files': {
    label: 'Défini par des fichiers',
    text: 'Quels fichiers de realm ont défini quels paramètres à la dernière exécution de seed ; la prochaine les définit de nouveau.',
  },
  'linkgate.seeded': { label: 'Créé par seed', text: 'Si une exécution de seed l’a créé.' },
  'linkgate.branding.logo': { label: 'Logo', text: 'Le logo sur les pages et dans les e-mails.' },
  'linkgate.branding.primary-color': {
    label: 'Couleur principale',
    text: 'La couleur des boutons et des liens.',
  },
  'linkgate.branding.background-color': {
    label: 'Couleur de fond',
    text: 'La couleur derrière les pages et les e-mails.',
  },
  'linkgate.branding.text': { label: 'Texte', text: 'Une ligne de texte dans les e-mails.' },
  'linkgate.branding.subject': { label: 'Objet', text: 'L’objet des e-mails qui contiennent un lien.' },
  'linkgate.branding.sender-name': {
    label: 'Nom de l’expéditeur',
    text: 'Le nom de l’expéditeur des e-mails.',
  },
};
