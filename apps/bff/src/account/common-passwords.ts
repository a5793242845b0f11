// The most common words and patterns in lists of leaked passwords, and the name of this product. Variants with added
// digits or symbols, or with symbols for letters, are not listed: see password-policy.ts.
const words = `
password passwort passwd pass mypassword passwordpassword passpass secret secrets topsecret admin administrator
adminadmin root rootroot toor superuser sysadmin user username useruser guest guestguest login loginlogin letmein
letmeinnow openup opensesame welcome welcomewelcome welcomeback hello hellohello helloworld default changeme
changeit change temp temporary tempass test testtest tester testing testpassword example sample demo qwerty qwertyui
qwertyuiop qwertyqwerty qwerasdf qwertz qwertzui azerty azertyuiop asdf asdfasdf asdfgh asdfghjk asdfghjkl zxcvbn
zxcvbnm zxcvzxcv qazwsx qazwsxedc qazqaz wsxedc qweasd qweasdzxc qwe qweqwe poiuytrewq lkjhgfdsa abc abcd abcabc
abcdef abcdefg abcdefgh abcdabcd xyz xyzxyz aaa zzz iloveyou iloveyousomuch iloveu iloveme iloveyoubaby ilovegod
lovelove lovely loveyou loveme lover love forever foreverlove truelove sweetheart sweetie sweety darling honey baby
babygirl babyboy babydoll angel angels princess prince queen king kings kingkong flower flowers sunflower rose
rosebud butterfly rainbow sunshine sunset moon moonlight star stars starwars startrek superstar shadow dragon
dragons dragonball phoenix tiger tigers lion panther eagle eagles falcon monkey monkeys donkey kitten kitty puppy
doggie bunny bear bears snoopy scooby garfield mickey mickeymouse minnie donald pokemon pikachu naruto batman
superman spiderman ironman hulk avengers captain joker harley hunter ranger soldier warrior samurai ninja wizard
merlin gandalf matrix neo terminator predator gladiator hannibal football soccer baseball basketball hockey cricket
tennis golf golfer volleyball wrestling boxing racing nascar yamaha honda toyota ferrari porsche mercedes mustang
corvette camaro harleydavidson suzuki kawasaki ducati bmw audi liverpool arsenal chelsea manchester barcelona
realmadrid juventus lakers cowboys steelers yankees redsox packers michael jordan jennifer jessica ashley amanda
daniel andrew matthew joshua charlie robert thomas william george anthony christopher nicholas jonathan alexander
alexandra benjamin samantha nicole michelle elizabeth victoria patricia stephanie heather melissa natasha veronica
maggie taylor austin dallas hammer silver golden diamond crystal india indian indiaindia bharat mumbai delhi
bangalore bengaluru hyderabad chennai kolkata krishna harekrishna jaishreeram ganesh ganesha ganapati shiva
omnamahshivaya saibaba omsairam sairam lakshmi durga hanuman jaihind rahul rohit sachin virat amit priya pooja sweet
deepak sanjay vijay ajay suresh ramesh rajesh mahesh kumar singh sharma america usa canada london newyork california
texas florida chicago boston paris berlin tokyo australia england summer winter spring autumn january february march
april august september october november december monday friday sunday saturday holiday birthday christmas family
friends friend bestfriend mother father mommy daddy sister brother freedom liberty peace happy happyday lucky
blessed blessing jesus jesuschrist jesusislord christ god godisgood heaven trinity faith church bible money
millionaire business company office manager service support computer computers laptop internet google gmail yahoo
hotmail facebook instagram twitter linkedin microsoft windows apple iphone android samsung nokia sony nintendo
playstation xbox minecraft fortnite roblox counterstrike linux ubuntu oracle cisco mysql postgres database server
network system access master masterkey supervisor operator security trustno trustme whatever nothing something
anything everything blahblah blablabla asshole fuckyou fuckoff fuckme bullshit bitch pussy biteme killer death metal
metallica nirvana slipknot eminem tupac guitar music musica dancer cookie cookies chocolate cheese banana orange
strawberry pepper ginger coffee pizza chicken peanut butter pumpkin purple yellow green black white blue red magic
mystery genius einstein newton galaxy universe correcthorsebatterystaple supersecret letmeinplease ihateyou nova
novacore novacorenovacore gpu gpucloud gpuserver nvidia cuda blackwell hopper
`;

const withDigits = `
1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 1qazxsw2 a1b2c3d4 a1b2c3d4e5
1a2b3c4d abcd1234 1234abcd abc12345 qwer1234 1234qwer asdf1234 zxcv1234 q1w2e3 123qweasd 123qwe123 qwe123qwe
12341234 12344321 123123123 123321123 11223344 1122334455 112233445566 123454321 12345671 01012000 01011990 19901990
20002000 13131313 13579246 135792468 147258369 741852963 789456123 159753456 159357159 321321321 987654321 87654321
99999999a 1234567a 12345678a a12345678 a123456789 123456789a 1234567890a aa123456 aa12345678 123abc456 password1234
woaini1314 5201314520 31415926 3141592653 27182818 100200300 10203040 102030405060 66666666a 7777777a 00000000a
`;

/** Lower case. Any of these, also with signs around it, is refused. */
export const commonPasswords: ReadonlySet<string> = new Set(`${words} ${withDigits}`.trim().split(/\s+/));
