# Runs the real install.ps1 in Windows PowerShell, downloads against a server on the loopback interface. Pester 5.

BeforeAll {
    $repository = (Resolve-Path "$PSScriptRoot\..\..\..").Path
    $served = Join-Path $TestDrive 'served'
    $null = New-Item -ItemType Directory -Path $served

    $portFile = Join-Path $TestDrive 'port'
    $script:server = Start-Process -FilePath (Get-Command node -CommandType Application | Select-Object -First 1).Source `
        -ArgumentList "`"$repository\src\test\sh\file-server.mjs`"", "`"$served`"" -NoNewWindow -PassThru -RedirectStandardOutput $portFile
    for ($i = 0; $i -lt 200 -and -not (Get-Content -LiteralPath $portFile -ErrorAction SilentlyContinue); $i++) { Start-Sleep -Milliseconds 50 }
    $port = [int] (Get-Content -LiteralPath $portFile -TotalCount 1)

    # A program that answers --version and, without arguments, waits for a line.
    function New-Program([string] $Version, [string] $File) {
        $source = Join-Path $TestDrive "program-$Version.cs"
        Set-Content -LiteralPath $source -Value @"
static class Program {
    static int Main(string[] arguments) {
        if (arguments.Length == 0) System.Console.In.ReadLine();
        System.Console.WriteLine("lazymcp $Version");
        return 0;
    }
}
"@
        $compiler = "$env:WINDIR\Microsoft.NET\Framework64\v4.0.30319\csc.exe"
        & $compiler /nologo "/out:$File" $source | Out-Host
        if ($LASTEXITCODE -ne 0) { throw "csc ended with $LASTEXITCODE" }
    }

    function Publish-Release([string] $Version) {
        $directory = Join-Path $TestDrive "lazymcp-$Version-windows-x64"
        $null = New-Item -ItemType Directory -Force -Path $directory
        New-Program $Version "$directory\lazymcp.exe"
        $archive = "lazymcp-$Version-windows-x64.zip"
        Compress-Archive -Force -Path $directory -DestinationPath "$served\$archive"
        $hash = (Get-FileHash -Algorithm SHA256 -LiteralPath "$served\$archive").Hash.ToLowerInvariant()
        Set-Content -LiteralPath "$served\SHA256SUMS" -Value "$hash  $archive"
    }

    function Get-UserPath {
        $key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment')
        try {
            [pscustomobject] @{
                Text = $key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
                Kind = if ($key.GetValueNames() -contains 'Path') { $key.GetValueKind('Path') } else { $null }
            }
        } finally {
            $key.Close()
        }
    }

    function Set-UserPath([string] $Text) {
        $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
        try {
            $key.SetValue('Path', $Text, [Microsoft.Win32.RegistryValueKind]::ExpandString)
        } finally {
            $key.Close()
        }
    }

    # Everything the script printed, and its exit code.
    function Invoke-Installer([string[]] $Arguments) {
        $output = & powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$repository\install.ps1" @Arguments 2>&1
        # Windows PowerShell breaks the lines of its error messages at the width of the console.
        [pscustomobject] @{ ExitCode = $LASTEXITCODE; Output = (($output | ForEach-Object { "$_" }) -join '') -replace '\r?\n', '' }
    }
}

AfterAll {
    Stop-Process -Id $script:server.Id
}

Describe 'install.ps1' {
    BeforeEach {
        $dir = Join-Path $TestDrive "bin-$([guid]::NewGuid().ToString('N'))"
        $installed = "$dir\lazymcp.exe"
        $env:LAZYMCP_BASE_URL = "http://127.0.0.1:$port"
        $script:savedPath = (Get-UserPath).Text
        Publish-Release '1.2.3'
    }

    AfterEach {
        Remove-Item Env:\LAZYMCP_BASE_URL
        Set-UserPath $script:savedPath
    }

    It 'downloads, verifies and installs the named release' {
        $run = Invoke-Installer '-Version', '1.2.3', '-Dir', $dir, '-NoModifyPath'
        $run.ExitCode | Should -Be 0
        $run.Output | Should -BeLike '*installed lazymcp 1.2.3*'
        & $installed --version | Should -Be 'lazymcp 1.2.3'
        (Get-ChildItem $dir).Name | Should -Be 'lazymcp.exe'
    }

    It 'finds the version itself' {
        (Invoke-Installer '-Dir', $dir, '-NoModifyPath', '-Quiet').Output | Should -BeNullOrEmpty
        & $installed --version | Should -Be 'lazymcp 1.2.3'
    }

    It 'installs nothing when the checksum is wrong' {
        (Get-Content "$served\SHA256SUMS") -replace '^.{5}', '00000' | Set-Content "$served\SHA256SUMS"
        $run = Invoke-Installer '-Version', '1.2.3', '-Dir', $dir, '-NoModifyPath'
        $run.ExitCode | Should -Not -Be 0
        $run.Output | Should -BeLike '*is not what SHA256SUMS promises*'
        Test-Path $dir | Should -BeFalse
    }

    It 'installs nothing when the checksum is missing' {
        (Get-Content "$served\SHA256SUMS") -replace 'x64', 'x65' | Set-Content "$served\SHA256SUMS"
        $run = Invoke-Installer '-Version', '1.2.3', '-Dir', $dir, '-NoModifyPath'
        $run.ExitCode | Should -Not -Be 0
        Test-Path $dir | Should -BeFalse
    }

    It 'installs nothing when the download breaks off' {
        $env:LAZYMCP_BASE_URL += '/cut-off'
        $run = Invoke-Installer '-Version', '1.2.3', '-Dir', $dir, '-NoModifyPath'
        $run.ExitCode | Should -Not -Be 0
        $run.Output | Should -BeLike '*Could not download*'
        Test-Path $dir | Should -BeFalse
    }

    It 'refuses a mirror without https' {
        $env:LAZYMCP_BASE_URL = 'http://mirror.example/lazymcp'
        (Invoke-Installer '-Dir', $dir, '-NoModifyPath').Output | Should -BeLike '*Only https is accepted*'
    }

    It 'replaces a program that is running, and clears the old one away later' {
        $null = Invoke-Installer '-Dir', $dir, '-NoModifyPath'
        $start = New-Object System.Diagnostics.ProcessStartInfo $installed
        $start.UseShellExecute = $false
        $start.RedirectStandardInput = $true
        $start.RedirectStandardOutput = $true
        $running = [System.Diagnostics.Process]::Start($start)
        try {
            Publish-Release '1.3.0'
            (Invoke-Installer '-Dir', $dir, '-NoModifyPath').ExitCode | Should -Be 0
            & $installed --version | Should -Be 'lazymcp 1.3.0'
            $running.HasExited | Should -BeFalse
        } finally {
            $running.StandardInput.WriteLine()
            $running.WaitForExit()
        }
        (Invoke-Installer '-Dir', $dir, '-NoModifyPath').ExitCode | Should -Be 0
        (Get-ChildItem $dir).Name | Should -Be 'lazymcp.exe'
    }

    It 'adds the directory to PATH once and keeps variables in it' {
        Set-UserPath '%USERPROFILE%\tools;C:\other'
        $null = Invoke-Installer '-Dir', $dir
        $null = Invoke-Installer '-Dir', $dir
        $path = Get-UserPath
        $path.Text | Should -Be "$dir;%USERPROFILE%\tools;C:\other"
        $path.Kind | Should -Be 'ExpandString'
    }

    It 'uninstalls what it added and nothing else' {
        Set-UserPath '%USERPROFILE%\tools;C:\other'
        $null = Invoke-Installer '-Dir', $dir
        $run = Invoke-Installer '-Uninstall', '-Dir', $dir
        $run.ExitCode | Should -Be 0
        Test-Path $installed | Should -BeFalse
        (Get-UserPath).Text | Should -Be '%USERPROFILE%\tools;C:\other'
        (Invoke-Installer '-Uninstall', '-Dir', $dir).Output | Should -BeLike '*there is no*'
    }

    # The tests' own Windows PowerShell tells where its profile is.
    It 'adds the completion to the profile where profiles load, and removes it' {
        $profileFile = & powershell.exe -NoProfile -Command '$PROFILE'
        $saved = if (Test-Path $profileFile) { Get-Content -Raw $profileFile } else { $null }
        $policy = Get-ExecutionPolicy -Scope CurrentUser
        try {
            & powershell.exe -NoProfile -Command 'Set-ExecutionPolicy -Scope CurrentUser RemoteSigned -Force'
            $null = New-Item -ItemType Directory -Force -Path (Split-Path $profileFile)
            [IO.File]::WriteAllBytes($profileFile, [byte[]] (0x23, 0xFC, 0xC3, 0x0D, 0x0A)) # no text of one encoding
            $null = Invoke-Installer '-Dir', $dir
            $null = Invoke-Installer '-Dir', $dir
            @(Get-Content $profileFile | Where-Object { $_ -like '*lazymcp completion powershell*' }).Count | Should -Be 1
            $null = Invoke-Installer '-Uninstall', '-Dir', $dir
            [IO.File]::ReadAllBytes($profileFile)[0..2] | Should -Be 0x23, 0xFC, 0xC3
        } finally {
            & powershell.exe -NoProfile -Command "Set-ExecutionPolicy -Scope CurrentUser $policy -Force"
            if ($null -eq $saved) { Remove-Item $profileFile } else { Set-Content -NoNewline $profileFile $saved }
        }
    }

    It 'leaves the profile alone where it would not load' {
        $profileFile = & powershell.exe -NoProfile -Command '$PROFILE'
        $policy = Get-ExecutionPolicy -Scope CurrentUser
        try {
            & powershell.exe -NoProfile -Command 'Set-ExecutionPolicy -Scope CurrentUser Restricted -Force'
            (Invoke-Installer '-Dir', $dir).Output | Should -BeLike '*loads no profile here*'
            Test-Path $profileFile | Should -BeFalse
        } finally {
            & powershell.exe -NoProfile -Command "Set-ExecutionPolicy -Scope CurrentUser $policy -Force"
        }
    }

    It 'says what is wrong with the arguments' {
        (Invoke-Installer '-Frobnicate').Output | Should -BeLike '*Unknown argument: -Frobnicate*'
        (Invoke-Installer '-Version', '..\evil').Output | Should -BeLike '*Not a version*'
        (Invoke-Installer '-FromSource', '-Version', '1.2.3').Output | Should -BeLike '*exclude each other*'
    }
}
