/** Japanese labels and sentences of the settings; only the administrators' pages have them. */
import type { SettingTexts } from './en.ts';

export const JA: SettingTexts = {
  lifetime: {
    label: 'リンクの有効期間',
    text: '送信後にリンクを使用できる時間（秒）です。',
  },
  signUp: {
    label: '新規登録',
    text: 'closed：既存のアカウントだけがサインインします。Linkgateのレルムでは紹介コードを持つ人も登録できます。open：リンクを使用すると、新しいアドレスのアカウントも作成されます。通常のKeycloakのレルムでは、レルムがユーザー登録を許可している場合に限ります。',
  },
  confirm: {
    label: '確認ページ',
    text: 'リンクを開くメールスキャナーがリンクを使い切らないように、サインインの前にクリックを求めます。new-browser：リクエストしたブラウザーとは別のブラウザーでリンクを開いた場合だけ求めます。アプリがリクエストしたリンクでは常にそうなります。',
  },
  bindIp: {
    label: 'IPアドレスへの固定',
    text: 'リンクは、リクエストしたIPアドレスからだけ使用できます（IPv6では同じ/64から）。自身のサーバーからリンクをリクエストするアプリや、別のネットワークで読まれるメールでは使えません。',
  },
  emailContains: {
    label: 'メールの内容',
    text: 'link-and-code：メールに6桁のコードも記載され、リンクをリクエストしたページに入力できます。アプリがリクエストしたリンクにはありません。code：メールにはコードのみが記載されます。リンクと併記されるものより長く、リクエストしたブラウザーでのみ使用できます。アプリやバックエンドはリンクを送信させることができず、別の場所で開かれたリンクではサインインできません。',
  },
  crossDevice: {
    label: 'デバイスをまたぐサインイン',
    text: 'リクエストしたブラウザーとは別のブラウザーでリンクを開くと、リクエストしたページに表示される3桁の数字によって、元のブラウザーでのサインインを選べます。管理者のロールを持つアカウント、パスワードの再設定、アイデンティティープロバイダーとの連携では行いません。',
  },
  rememberDevice: {
    label: 'デバイスの保存',
    text: 'リンクを使用したブラウザーにアカウントの一覧が表示され、アドレスを再入力する必要がなくなります。',
  },
  emailSender: {
    label: 'メールの送信方法',
    text: 'smtp：Linkgateが、維持しているレルムのメールサーバーへの接続で送信します。provider：このKeycloakに導入されている送信プロバイダー（メールサービスのAPI用などのEmailSenderProvider）が、アドレス、件名、本文を受け取って送信します。Linkgateが追加するヘッダーは送信されません。',
  },
  unverified: {
    label: '未検証のアカウント',
    text: 'メールアドレスが未検証で、資格情報やアイデンティティープロバイダーとのリンクを持つアカウントは、別のユーザーが作成した可能性があります。reject：リンクは送信されません。claim：リンクの使用時にそれらを削除します。パスワード再設定のリンクは常に削除します。',
  },
  passkeys: {
    label: 'パスキー',
    text: '別の要素がこのステップより前にある場合を除き、リンクまたはコードの後にパスキーの登録を提案します。ステップのページがアドレスを尋ねる場合は、そのページでパスキーを受け付けます。',
  },
  shield: {
    label: 'メール送信前の計算',
    text: 'always：メールをリクエストするブラウザーは、先に小さな計算を解きます。ユーザーのためにリクエストするアプリも同じです。何千通もリクエストするスクリプトは、1通ごとに計算の負担を負います。バックエンド、アカウントを保存しているブラウザー、およびリンク、コード、パスキーを使用する場面では求めません。suspicious：同じですが、スクリプトによるものと疑われるリクエストだけに求めます。IPアドレスによる制限の半分が使用された場合、1つのアドレスが多数のネットワークで入力された場合、またはアカウントのないアドレスが通常よりはるかに多い場合です。',
  },
  'linkgate.enabled': {
    label: 'Linkgateのレルム',
    text: 'レルムをLinkgateのレルムにします。通常のKeycloakのレルムは変わりません。',
  },
  'linkgate.backend-links': {
    label: 'APIによるリンク',
    text: 'バックエンドがリンクをリクエストできるようにします。無効にすると、発行済みで未使用のリンクも使えなくなります。',
  },
  'linkgate.invitations': {
    label: '招待',
    text: '管理者がユーザーを招待できるようにします。無効にすると、送信済みの招待も使えなくなります。',
  },
  'linkgate.passkeys': {
    label: 'パスキー',
    text: 'メールでサインインしたユーザーにパスキーの登録を提案し、パスキーでサインインできるようにします。',
  },
  'linkgate.passkey-offers': {
    label: 'パスキーの提案',
    text: '1台のデバイスで何回のサインインの際にパスキーを提案するか、また何日後に再び提案するかです。0日にすると再び提案しません。',
  },
  'linkgate.new-device-notices': {
    label: '新しいデバイスの通知',
    text: 'ユーザーが保存されていないデバイスでサインインがあったことをメールで知らせます。メールには、そのサインインの結果を終わらせるリンクがあります。',
  },
  'linkgate.email-routes': {
    label: 'メールの経路',
    text: 'メールの送信方法です。経路は記載の順に試されます。smtpはレルム自身のメールサーバーで、ほかの経路は名前、種類、オプションで表し、セミコロンで区切ります。次の経路が使われるのは、前の経路が受け付けられなかった場合だけで、受け付けた可能性のあるメールには決して使われません。シークレットはKeycloakのボールト（vault）への参照です。',
  },
  'linkgate.email-headers': {
    label: 'メールのヘッダー',
    text: 'メールに追加されるヘッダーです。縦棒で区切ります。クライアントのヘッダーはレルムのヘッダーに置き換わります。',
  },
  'linkgate.sender-domains': {
    label: '送信者のドメイン',
    text: 'クライアントのメールの送信者に使えるドメインです。レルム自身の送信者は別に使えます。',
  },
  'linkgate.all-emails': {
    label: 'すべてのメールを経路で送信',
    text: 'Keycloak自身のメール（確認、リセット、必須アクション、組織への招待、イベント）も、レルムの送信者としてレルムの経路で送信します。そうでなければ、Linkgateがない場合と同じように送信されます。',
  },
  'linkgate.dkim-selectors': {
    label: '署名の鍵',
    text: '送信者の確認のため、メールサーバーやサービスが署名に使うDKIM鍵の名前（セレクター）です。一部のサービスの名前は分かっています。',
  },
  'linkgate.email-days': {
    label: 'メールの記録',
    text: 'メールがどうなったかを「ユーザー」ページに表示する日数です（1から90）。少なくとも14日間保存されます。経路が報告している間だけです。',
  },
  'linkgate.mailbox-hosts': {
    label: '概要のメールボックス',
    text: '大手プロバイダーのほかに、概要で個別に数えるアドレスのドメインです（10個まで）。ほかはまとめて数えます。',
  },
  'linkgate.limit-sub-addresses': {
    label: 'メールボックスごとの制限',
    text: '制限では、プラス記号に続く文字が何であっても、ada+1@… を ada@… として数えます。そうしないと、1 つのメールボックスが、そのようなアドレスの数だけメールを受け取ります。アカウントとアドレスは変わりません。',
  },
  'linkgate.limit-dotless-domains': {
    label: 'ドットを無視するドメイン',
    text: 'メールサーバーが @ の前のドットを無視するドメインです。制限では、そこの a.da@… を ada@… として数えます。',
  },
  'linkgate.sign-up-rules': {
    label: '登録の規則',
    text: '拒否・許可するアドレスとドメインの一覧、および以下の設定で、登録できるユーザーを決めるかどうか。拒否されたアドレスには通常のページが表示され、リンクは届きません。',
  },
  'linkgate.sign-up-unlisted': {
    label: '一覧にないアドレス',
    text: '拒否も許可もされていない新しいアドレスの扱い。reject：一覧にあるアドレスとドメインだけが登録できます。',
  },
  'linkgate.sign-up-disposable': {
    label: '使い捨てアドレス',
    text: '使い捨てメールのドメインの新しいアドレスの扱い（許可されていない場合）。note：新しいアカウントのイベントにだけ記録します。challenge：入力した人は、保護がオンのときと同じように先に課題を解きます。reject：登録できません。',
  },
  'linkgate.sign-up-disposable-list': {
    label: '使い捨てドメインの一覧',
    text: '使い捨てメールのドメインの一覧（1行に1件）があるhttpsアドレス。組み込みの一覧とレルム独自の一覧の代わりになります。規則が使い捨てアドレスを扱う間、毎日取得します。取得できない間は最後の一覧が残ります。',
  },
  'linkgate.sign-up-include': {
    label: '規則の対象',
    text: 'ユーザーが自分で作るアカウントのほかに、規則が決めるもの。invitationsとbackends：招待やバックエンドが作るアカウント。sign-ins：既存のアカウントへのメール。address-changes：アカウントの新しいアドレス。',
  },
  'linkgate.sign-up-tell': {
    label: '拒否を知らせる相手',
    text: '拒否されたアドレスに理由を知らせるメールを送る規則（1日1通まで）：denied、unlisted、disposable。アドレスを入力した人にはページで何も知らせません。',
  },
  'linkgate.account-page': {
    label: 'ユーザー自身のページ',
    text: 'ユーザーに自身のページ「/my-account」を提供します。アドレス、セッション、デバイス、パスキー、アプリケーションを扱えます。',
  },
  'linkgate.account-deletion': {
    label: 'ユーザーによる削除',
    text: 'ユーザーは自身のページでアカウントを削除できます。管理者はできません。',
  },
  'linkgate.client-id-metadata-documents': {
    label: 'クライアントIDメタデータドキュメント',
    text: 'アプリケーションがドキュメントで自身を示せるようにします。trusted：信頼するドメインのものだけ。approval：それ以外も可能で、承認待ちになります。',
  },
  'linkgate.trusted-client-domains': {
    label: '信頼するドメイン',
    text: 'アプリケーションが自身を登録するか、ドキュメントで示す場合に、承認を必要としないドメインです。',
  },
  'linkgate.refresh-tokens-of-new-clients': {
    label: '新しいアプリケーションのリフレッシュトークン',
    text: '自身を登録するか、ドキュメントで示す新しいアプリケーションが受け取るリフレッシュトークンです。',
  },
  'linkgate.allowed-protocols': {
    label: 'その他のプロトコル',
    text: 'OpenID Connect以外に提供するプロトコルです。アプリケーションの承認は、そこでは調べられません。',
  },
  'linkgate.unknown-scopes': {
    label: '不明なスコープ',
    text: 'アプリケーションがリクエストできないスコープを含むリクエストの扱いです。reject：invalid_scopeになります。ignore：他のスコープが付与されます。',
  },
  'linkgate.shield': {
    label: 'メール送信前の計算',
    text: 'この値を設定していないステップと、アカウントのアドレスの変更に適用されます。',
  },
  'linkgate.shield-hashes': {
    label: '計算の量',
    text: '1回の計算に必要なハッシュ（PBKDF2とSHA-256の反復）の最大数です。平均はその半分です。',
  },
  'linkgate.shield-service': {
    label: 'スクリプト対策のサービス',
    text: '人とスクリプトを区別するものです。proof-of-work：組み込みの計算。または、サイトキーと、Keycloakのvaultにあるシークレットを指定したサービス。ユーザーのブラウザーはサービスのスクリプトを読み込みます。',
  },
  'linkgate.shield-failure': {
    label: 'サービスが停止している間',
    text: 'サービスが2秒以内に応答しない間の動作です。proof-of-work：組み込みの計算を求めます。closed：誰もメールを送信させられません。open：誰にも求めません。',
  },
  'linkgate.limit.exempt': {
    label: '対象外のネットワーク',
    text: 'IPアドレスによる制限で数えないアドレスです。',
  },
  'linkgate.limit.link-email': {
    label: 'アドレス宛てのリンク',
    text: '1つのメールアドレス宛てのリンクです。',
  },
  'linkgate.limit.link-ip': {
    label: 'IPアドレスからのリンク',
    text: '1つのIPアドレスからリクエストされたリンクです。',
  },
  'linkgate.limit.invitations': { label: '招待', text: 'レルムの招待のメールです。' },
  'linkgate.limit.link-lists': {
    label: 'ユーザーのリスト',
    text: 'バックエンドがユーザーのリストに送信させる、レルムのリンクです。',
  },
  'linkgate.limit.general': {
    label: 'リクエスト',
    text: '1つのIPアドレスからのリクエストとフォームの送信です。',
  },
  'linkgate.limit.session': {
    label: 'セッションのリクエスト',
    text: '1つのIPアドレスからの/session…へのリクエストです。ここでだけ数えます。',
  },
  'linkgate.approval': { label: '承認', text: 'アプリケーションを使用できるかどうかです。' },
  'linkgate.dpop': {
    label: '所有の証明',
    text: 'アプリケーションのトークンをその鍵に結び付けます（RFC 9449）。プロキシの背後では、Keycloakのオプションproxy-headersも必要です。',
  },
  'linkgate.second-factor': {
    label: '第2要素',
    text: 'ユーザーに第2要素が必要かどうかです。Keycloakに必要な設定とともに書き込まれます。',
  },
  'linkgate.refresh-tokens': {
    label: 'リフレッシュトークン',
    text: 'アプリケーションにリフレッシュトークンを発行します。セッションが終わるまで、またはサインインから指定した日数の間です。Keycloakに必要な設定とともに書き込まれます。',
  },
  'linkgate.refresh-grace': {
    label: '失われた応答の猶予',
    text: '応答が失われた可能性があるため、後継のトークンが未使用であれば、アプリケーションはリフレッシュトークンを10秒以内にもう一度使用できます。',
  },
  'linkgate.initiate-login-uri': {
    label: 'サインイン開始URI',
    text: 'バックエンドのリンクや招待の後に、アプリケーションがサインインを開始する場所です。',
  },
  'linkgate.email-route': {
    label: 'メールの経路',
    text: 'クライアントのメールで最初に試される経路です。ほかの経路は順に続きます。',
  },
  'linkgate.email-from': {
    label: '送信者',
    text: 'レルムのアドレスの代わりに、クライアントのメールの送信元となるアドレスです。そのドメインは送信者のドメインに含まれている必要があります。',
  },
  'linkgate.email-reply-to': {
    label: '返信先',
    text: 'レルムのアドレスの代わりに、クライアントのメールへの返信が届くアドレスです。',
  },
  'linkgate.registered-at': {
    label: '登録日時',
    text: 'アプリケーションが自身を登録した日時です。',
  },
  'linkgate.registered-by': {
    label: '登録者',
    text: 'アプリケーションを登録したアクセストークンの持ち主です。初期アクセストークンの場合は空です。',
  },
  'linkgate.document-expires-at': {
    label: 'ドキュメントの有効期限',
    text: 'アプリケーションを示すクライアントIDメタデータドキュメントが有効な期限です。',
  },
  'linkgate.rights': {
    label: '権限',
    text: '最後の変更の後に、ユーザーがサインインできたか、アプリケーションがどのリフレッシュトークンを受け取ったか、どのレベルを必要としたかです。',
  },
  'linkgate.api-scope': {
    label: 'APIスコープ',
    text: 'クライアントスコープをAPIのものとして示します。アプリケーションは契約のスコープとともにリクエストします。',
  },
  'linkgate.former-values': {
    label: '以前の値',
    text: '既存のレルムでseedの実行が置き換えた値です。アンインストールで元に戻ります。',
  },
  'linkgate.set-by-files': {
    label: 'ファイルによる指定',
    text: '前回のseedの実行で、どのレルムファイルがどの設定を指定したかです。次の実行で再び指定されます。',
  },
  'linkgate.seeded': { label: 'seedによる作成', text: 'seedの実行が作成したかどうかです。' },
  'linkgate.branding.logo': { label: 'ロゴ', text: 'ページとメールのロゴです。' },
  'linkgate.branding.primary-color': { label: 'メインカラー', text: 'ボタンとリンクの色です。' },
  'linkgate.branding.background-color': { label: '背景色', text: 'ページとメールの背景の色です。' },
  'linkgate.branding.text': { label: 'テキスト', text: 'メール内の1行のテキストです。' },
  'linkgate.branding.subject': { label: '件名', text: 'リンクを含むメールの件名です。' },
  'linkgate.branding.sender-name': { label: '差出人名', text: 'メールの差出人の名前です。' },
};
